import { isValidMessage } from 'coldsign';

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
console.log(isValidMessage({ address, message: 'hello', signature: 'AA==' })); // false
