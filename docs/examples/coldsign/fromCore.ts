import { fromCore } from 'coldsign';

const json = `[{ "txid": "${'11'.repeat(32)}", "vout": 0, "amount": 0.0015, "confirmations": 3,
  "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" }]`;
console.log(fromCore(JSON.parse(json))[0]?.value); // 150000n
