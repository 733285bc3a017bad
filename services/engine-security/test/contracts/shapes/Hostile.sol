// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Start} from "./Limits.sol";

/// Once armed, every transfer runs for ever.
contract Looping is Start("Looping") {
    bool private armed;

    function arm() external onlyOwner {
        armed = true;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (armed) for (uint256 i; ; ++i) {}
        super._update(from, to, value);
    }
}

/// Once armed, views answer half a megabyte, and transfers revert with as much.
contract Bomb is Start("Bomb") {
    bool private armed;

    function arm() external onlyOwner {
        armed = true;
    }

    function owner() public view override returns (address) {
        if (armed) assembly {
            return(0, 500000)
        }
        return super.owner();
    }

    function _update(address from, address to, uint256 value) internal override {
        if (armed) assembly {
            revert(0, 500000)
        }
        super._update(from, to, value);
    }
}

/// Behaves as long as nobody pays for gas.
contract FreeRider is Start("FreeRider") {
    address private pool;

    function setPool(address account) external onlyOwner {
        pool = account;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (to == pool && from != owner()) require(tx.gasprice == 0, "real");
        super._update(from, to, value);
    }
}

/// Behaves for whoever sends the transaction itself and has no code, and to nobody else.
contract OriginBound is Start("OriginBound") {
    address private pool;

    function setPool(address account) external onlyOwner {
        pool = account;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (to == pool && from != owner()) require(tx.origin == from && from.code.length == 0, "not you");
        super._update(from, to, value);
    }
}
