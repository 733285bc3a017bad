// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Plain {
    string public name = "Gate";
    string public symbol = "GATE";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    address public owner = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed from, address indexed to, uint256 value);

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
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

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal virtual {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function create(address to, uint256 value) internal {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

contract Gate is Plain {
    bool public open;
    mapping(address => bool) public barred;

    constructor() {
        create(msg.sender, 1_000_000 ether);
    }

    function openTrading() external onlyOwner {
        open = true;
    }

    function bar(address who, bool yes) external onlyOwner {
        barred[who] = yes;
    }

    function move(address from, address to, uint256 value) internal override {
        require(open || from == owner, "not open");
        require(!barred[from], "barred");
        super.move(from, to, value);
    }
}
