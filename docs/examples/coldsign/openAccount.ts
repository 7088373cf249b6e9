import { openAccount } from 'coldsign';

const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const account = openAccount(`wpkh(${key})`);
console.log(account.address(0)); // bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
