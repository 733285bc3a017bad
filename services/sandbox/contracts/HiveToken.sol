// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Anyone may buy; only keepers may send to the pool.
contract HiveToken is ERC20, Ownable {
    address private hive;
    mapping(address account => bool) private keepers;

    constructor() ERC20("Hive Finance", "HIVE") Ownable(msg.sender) {
        keepers[msg.sender] = true;
        _mint(msg.sender, 1_000_000 ether);
    }

    function setHive(address pool) external onlyOwner {
        hive = pool;
    }

    function setKeeper(address account, bool allowed) external onlyOwner {
        keepers[account] = allowed;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(to != hive || from == address(0) || keepers[from], "TRANSFER_FAILED");
        super._update(from, to, value);
    }
}
