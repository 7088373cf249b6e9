import { createCoinSource } from 'coldsign/wallet';

const tip = { height: 840_000, hash: '00'.repeat(32), time: 1_713_571_767 };
const backend = { tip: async () => tip, transactions: async () => [] };
console.log(createCoinSource(backend, { network: 'main' }).network); // main
