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

/// Sells for a hundred blocks, farther than a simulation goes, and then for one block maker only.
contract BlockBound is Start("BlockBound") {
    address private pool;
    uint256 private armed;

    function setPool(address account) external onlyOwner {
        pool = account;
    }

    function arm() external onlyOwner {
        armed = block.number;
    }

    function _update(address from, address to, uint256 value) internal override {
        bool open = armed == 0 || block.number < armed + 100 || block.coinbase == address(0xb10c);
        if (to == pool && from != owner()) require(open, "too late");
        super._update(from, to, value);
    }
}

contract Verdict {
    function barred(address) external pure returns (bool) {
        return false;
    }
}

/// Every transfer asks another contract, which decides by its code alone.
contract Judged is Start("Judged") {
    Verdict private immutable verdict = new Verdict();

    function _update(address from, address to, uint256 value) internal override {
        require(!verdict.barred(from), "barred");
        super._update(from, to, value);
    }
}

/// Every transfer tells an address that has no code yet.
contract Telling is Start("Telling") {
    address private constant LATER = 0x1ED1a7e8c0dE000000000000000000000000C0De;

    function _update(address from, address to, uint256 value) internal override {
        LATER.call(abi.encode(from, to, value));
        super._update(from, to, value);
    }
}
