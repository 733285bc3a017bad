// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Note {
    string public text = "no token";
}
