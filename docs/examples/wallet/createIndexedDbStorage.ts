import { createIndexedDbStorage, createWallets } from 'coldsign/wallet';

// In a page: createIndexedDbStorage(indexedDB).
const storage = createIndexedDbStorage({ open: () => ({}) }, 'savings');
console.log(createWallets(storage, { network: 'main' }).network); // main
