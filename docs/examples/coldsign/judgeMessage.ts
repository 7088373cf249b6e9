import { judgeMessage } from 'coldsign';

const verdict = judgeMessage({
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  message: 'hello',
  signature: 'AA==',
});
console.log(verdict.state, verdict.error); // invalid SCRIPT
