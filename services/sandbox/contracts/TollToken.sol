// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// 5 % on every purchase, 30 % on every sale, to a collector. The owner sets both without a limit, mints, and bars accounts.
contract TollToken is ERC20, Ownable {
    address private pool;
    address private collector;
    uint256 public buyToll = 5;
    uint256 public sellToll = 30;
    mapping(address account => bool) public barred;

    constructor() ERC20("Tollgate", "TOLL") Ownable(msg.sender) {
        collector = msg.sender;
        _mint(msg.sender, 1_000_000 ether);
    }

    function setPool(address account) external onlyOwner {
        pool = account;
    }

    function setTolls(uint256 buying, uint256 selling) external onlyOwner {
        buyToll = buying;
        sellToll = selling;
    }

    function setBarred(address account, bool value) external onlyOwner {
        barred[account] = value;
    }

    function mint(address to, uint256 value) external onlyOwner {
        _mint(to, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!barred[from] && !barred[to], "barred");
        uint256 toll;
        if (from != address(0) && from != owner() && to != owner()) {
            if (from == pool) toll = (value * buyToll) / 100;
            else if (to == pool) toll = (value * sellToll) / 100;
        }
        if (toll > 0) super._update(from, collector, toll);
        super._update(from, to, value - toll);
    }
}
