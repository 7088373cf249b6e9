import { parseUri } from 'coldsign';

const request = parseUri(
  'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.001&label=Alice',
);
console.log(request.value, request.label); // 100000n Alice
