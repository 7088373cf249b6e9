import * as files from 'node:fs/promises';
import { createFileStorage, createWallets } from 'coldsign/wallet';

const wallets = createWallets(createFileStorage(files, './wallets'), { network: 'main' });
console.log(wallets.loaded().length); // 0
