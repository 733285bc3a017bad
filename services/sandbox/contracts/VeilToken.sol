// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Its ownership can be given up, and whoever deployed it mints all the same.
contract VeilToken is ERC20, Ownable {
    address private steward;

    constructor() ERC20("Veilstone", "VEIL") Ownable(msg.sender) {
        steward = msg.sender;
        _mint(msg.sender, 1_000_000 ether);
    }

    function settle(address to, uint256 value) external {
        require(msg.sender == steward);
        _mint(to, value);
    }
}
