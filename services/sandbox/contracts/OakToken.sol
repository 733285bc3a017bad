// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A plain token: fixed supply, no fee, nothing that an owner could do but give up.
contract OakToken is ERC20, Ownable {
    constructor() ERC20("Oakbridge", "OAK") Ownable(msg.sender) {
        _mint(msg.sender, 1_000_000 ether);
    }
}
