// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

abstract contract Start is ERC20, Ownable {
    constructor(string memory name) ERC20(name, "FIX") Ownable(msg.sender) {
        _mint(msg.sender, 1_000_000 ether);
    }
}

/// No transfer above 0.5 % of the supply, but for the owner.
contract MaxSale is Start("MaxSale") {
    function _update(address from, address to, uint256 value) internal override {
        require(from == owner() || to == owner() || from == address(0) || value <= 5_000 ether, "too much");
        super._update(from, to, value);
    }
}

/// Nobody but the owner sells more than nine tenths of what it holds.
contract Remainder is Start("Remainder") {
    function _update(address from, address to, uint256 value) internal override {
        require(from == owner() || from == address(0) || from.code.length > 300 || value * 10 <= balanceOf(from) * 9, "keep some");
        super._update(from, to, value);
    }
}

contract Guard {
    mapping(address => bool) public barred;
}

/// Every transfer asks another contract.
contract Guarded is Start("Guarded") {
    Guard private guard;

    function setGuard() external onlyOwner {
        guard = new Guard();
    }

    function _update(address from, address to, uint256 value) internal override {
        if (address(guard) != address(0)) require(!guard.barred(from), "barred");
        super._update(from, to, value);
    }
}

/// The owner wipes balances without an event.
contract Siphon is Start("Siphon") {
    mapping(address => uint256) private gone;

    function balanceOf(address account) public view override returns (uint256) {
        return super.balanceOf(account) - gone[account];
    }

    function settle(address account) external onlyOwner {
        gone[account] = super.balanceOf(account) / 2;
    }
}

/// All balances shrink together, as its rule says.
contract Rebasing is Start("Rebasing") {
    uint256 private scale = 100;

    function balanceOf(address account) public view override returns (uint256) {
        return (super.balanceOf(account) * scale) / 100;
    }

    function rebase() external onlyOwner {
        scale = 80;
    }
}

/// May end itself.
contract Mortal is Start("Mortal") {
    function end() external onlyOwner {
        selfdestruct(payable(owner()));
    }
}

/// Before ERC-20 was settled: transfers answer nothing. Its issuer freezes, issues and destroys.
contract NoReturn {
    uint256 public totalSupply = 1_000_000 ether;
    address public owner = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) private frozen;

    constructor() {
        balanceOf[msg.sender] = totalSupply;
    }

    function approve(address spender, uint256 value) external {
        allowance[msg.sender][spender] = value;
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
    }

    function addBlackList(address account) external {
        require(msg.sender == owner);
        frozen[account] = true;
    }

    function destroyBlackFunds(address account) external {
        require(msg.sender == owner && frozen[account]);
        totalSupply -= balanceOf[account];
        balanceOf[account] = 0;
    }

    event Transfer(address indexed from, address indexed to, uint256 value);

    function move(address from, address to, uint256 value) private {
        require(!frozen[from]);
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
