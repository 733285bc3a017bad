// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A holder may send to the pool until the fourth block after the purchase, and never again.
contract LatchToken is ERC20, Ownable {
    uint256 private constant OPEN_BLOCKS = 4;
    address private pool;
    mapping(address account => uint256) private boughtAt;

    constructor() ERC20("Latchkey", "LATCH") Ownable(msg.sender) {
        _mint(msg.sender, 1_000_000 ether);
    }

    function setPool(address account) external onlyOwner {
        pool = account;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (from == pool && to != owner()) boughtAt[to] = block.number;
        if (to == pool && from != address(0) && from != owner()) {
            require(block.number < boughtAt[from] + OPEN_BLOCKS, "latched");
        }
        super._update(from, to, value);
    }
}
