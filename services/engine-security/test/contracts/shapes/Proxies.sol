// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BeaconProxy} from "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import {Proxy} from "@openzeppelin/contracts/proxy/Proxy.sol";
import {TransparentUpgradeableProxy} from "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";

/// ERC-20 and owner at the places that ERC-7201 gives them.
contract Namespaced {
    struct Token {
        mapping(address => uint256) balances;
        mapping(address => mapping(address => uint256)) allowances;
        uint256 supply;
    }

    bytes32 private constant TOKEN = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00;
    bytes32 private constant OWNER = 0x9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        initialize(msg.sender);
    }

    function initialize(address account) public {
        require(holder() == address(0), "done");
        bytes32 at = OWNER;
        assembly {
            sstore(at, account)
        }
        token().balances[account] = token().supply = 1_000_000 ether;
        emit Transfer(address(0), account, 1_000_000 ether);
    }

    function issue(address to, uint256 value) external {
        require(msg.sender == holder(), "not the owner");
        token().balances[to] += value;
        token().supply += value;
    }

    function totalSupply() external view returns (uint256) {
        return token().supply;
    }

    function balanceOf(address account) external view returns (uint256) {
        return token().balances[account];
    }

    function approve(address spender, uint256 value) external returns (bool) {
        token().allowances[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        token().allowances[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        token().balances[from] -= value;
        token().balances[to] += value;
        emit Transfer(from, to, value);
        return true;
    }

    function holder() private view returns (address account) {
        bytes32 at = OWNER;
        assembly {
            account := sload(at)
        }
    }

    function token() private pure returns (Token storage t) {
        bytes32 at = TOKEN;
        assembly {
            t.slot := at
        }
    }
}

contract TwoKeys {
    function getThreshold() external pure returns (uint256) {
        return 3;
    }
}

/// EIP-1967, the admin is a contract that a wallet owns.
contract Transparent is TransparentUpgradeableProxy {
    constructor() TransparentUpgradeableProxy(address(new Namespaced()), msg.sender, abi.encodeCall(Namespaced.initialize, (msg.sender))) {}
}

/// The same, and the wallet is a Safe.
contract SafeAdmin is TransparentUpgradeableProxy {
    constructor()
        TransparentUpgradeableProxy(address(new Namespaced()), address(new TwoKeys()), abi.encodeCall(Namespaced.initialize, (msg.sender)))
    {}
}

/// The code stands behind a beacon.
contract Beaconed is BeaconProxy {
    constructor()
        BeaconProxy(address(new UpgradeableBeacon(address(new Namespaced()), msg.sender)), abi.encodeCall(Namespaced.initialize, (msg.sender)))
    {}
}

abstract contract AtSlot is Proxy {
    bytes32 private immutable SLOT;

    constructor(bytes32 slot) {
        SLOT = slot;
        address logic = address(new Namespaced());
        assembly {
            sstore(slot, logic)
        }
        (bool ok,) = logic.delegatecall(abi.encodeCall(Namespaced.initialize, (msg.sender)));
        require(ok);
    }

    function _implementation() internal view override returns (address logic) {
        bytes32 slot = SLOT;
        assembly {
            logic := sload(slot)
        }
    }
}

/// EIP-1822.
contract Universal is AtSlot(0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7) {}

/// ZeppelinOS.
contract Zeppelin is AtSlot(0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3) {}

/// EIP-1167: forwards for ever.
contract Minimal {
    constructor() {
        address logic = address(new Namespaced());
        (bool ok,) = logic.delegatecall(abi.encodeCall(Namespaced.initialize, (msg.sender)));
        require(ok);
        bytes memory code = abi.encodePacked(hex"363d3d373d3d3d363d73", logic, hex"5af43d82803e903d91602b57fd5bf3");
        assembly {
            return(add(code, 32), mload(code))
        }
    }
}

/// At a slot that no standard names.
contract Elsewhere is AtSlot(0x00000000000000000000000000000000000000000000000000000000000e15e0) {}
