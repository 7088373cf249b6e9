import { createEsploraSource } from 'coldsign/wallet';

const url = 'https://esplora.example/api';
const source = createEsploraSource({ url, network: 'main', fetch });
console.log(source.network); // main
