import { fromElectrum } from 'coldsign';

const listed = [{ tx_hash: '11'.repeat(32), tx_pos: 0, value: 150_000, height: 840_000 }];
const owner = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', index: 3 };
const [coin] = fromElectrum(listed, owner);
console.log(coin?.value, coin?.height, coin?.index); // 150000n 840000 3
