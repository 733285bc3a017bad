// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// No sale within a minute of the purchase: a honeypot to whoever sells at once only.
contract Cooldown is ERC20, Ownable {
    address private pool;
    mapping(address => uint256) private boughtAt;

    constructor() ERC20("Cooldown", "COOL") Ownable(msg.sender) {
        _mint(msg.sender, 1_000_000 ether);
    }

    function setPool(address account) external onlyOwner {
        pool = account;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (from == pool) boughtAt[to] = block.timestamp;
        if (to == pool && from != owner()) require(block.timestamp >= boughtAt[from] + 60, "cooldown");
        super._update(from, to, value);
    }
}

/// Sells to wallets only: a honeypot to whoever buys with a contract, or without signing.
contract WalletsOnly is ERC20, Ownable {
    address private pool;

    constructor() ERC20("Wallets", "WALL") Ownable(msg.sender) {
        _mint(msg.sender, 1_000_000 ether);
    }

    function setPool(address account) external onlyOwner {
        pool = account;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (from == pool && to != owner()) require(to.code.length == 0 && tx.origin == to, "wallets only");
        super._update(from, to, value);
    }
}

/// Renounced, and yet its deployer mints.
contract HiddenKey is ERC20, Ownable {
    address private treasury;

    constructor() ERC20("Hidden", "HIDE") Ownable(msg.sender) {
        treasury = msg.sender;
        _mint(msg.sender, 1_000_000 ether);
        renounceOwnership();
    }

    function rescue(address to, uint256 value) external {
        require(msg.sender == treasury);
        _mint(to, value);
    }
}

contract Logic is ERC20 {
    address public owner;

    constructor() ERC20("Logic", "LOGIC") {
        owner = address(1);
    }

    function initialize(address account) external {
        require(owner == address(0));
        owner = account;
        _mint(account, 1_000_000 ether);
    }

    function issue(address to, uint256 value) external {
        require(msg.sender == owner);
        _mint(to, value);
    }
}

/// The code that decides stands elsewhere.
contract Upgradeable is ERC1967Proxy {
    constructor() ERC1967Proxy(address(new Logic()), abi.encodeCall(Logic.initialize, (msg.sender))) {}
}
