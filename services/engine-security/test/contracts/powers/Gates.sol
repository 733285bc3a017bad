// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";
import {Start} from "./Leaks.sol";

/// Nobody but the owner trades until the owner opens.
contract ClosedGate is Start("ClosedGate"), Ownable(msg.sender) {
    bool private opened;

    function openTrading() external onlyOwner {
        opened = true;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(opened || from == owner() || to == owner() || from == address(0), "closed");
        super._update(from, to, value);
    }
}

/// Buyers are blocked until the owner lists their pool: naming the holder as a pool, or as the owner, frees the holder's sale and proves nothing.
contract PoolSlot is Start("PoolSlot"), Ownable(msg.sender) {
    address private pair;

    function setPair(address account) external onlyOwner {
        pair = account;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(from == owner() || to == owner() || from == address(0) || from == pair || to.code.length == 0, "pair");
        super._update(from, to, value);
    }
}

/// Ownership was locked away, and comes back to whoever locked it.
contract TakeBack is Start("TakeBack"), Ownable(msg.sender) {
    address private previous;

    function lock() external onlyOwner {
        previous = owner();
        renounceOwnership();
    }

    function unlock() external {
        require(msg.sender == previous, "not the one");
        _transferOwnership(previous);
    }
}

/// What only the owner mints.
contract Mintable is Start("Mintable"), Ownable(msg.sender) {
    function mint(address to, uint256 value) external onlyOwner {
        _mint(to, value);
    }
}

contract TwoKeys {
    function getThreshold() external pure returns (uint256) {
        return 2;
    }
}

/// Several keys stand before the mint.
contract SafeOwned is Mintable {
    constructor() {
        _transferOwnership(address(new TwoKeys()));
    }
}

/// Three days stand before the mint.
contract TimelockOwned is Mintable {
    constructor() {
        _transferOwnership(address(new TimelockController(3 days, new address[](0), new address[](0), msg.sender)));
    }
}
