import { formatUri } from 'coldsign';

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const uri = formatUri({ address, value: 100_000n, label: 'Alice & Bob' });
console.log(uri.slice(50)); // ?amount=0.001&label=Alice%20%26%20Bob
