import { fromEsplora } from 'coldsign';

const status = { confirmed: true, block_height: 840_000 };
const listed = [{ txid: '11'.repeat(32), vout: 0, value: 150_000, status }];
const owner = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', index: 3 };
const [coin] = fromEsplora(listed, owner);
console.log(coin?.value, coin?.height, coin?.index); // 150000n 840000 3
