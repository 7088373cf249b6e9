import { createEsploraSource, createSourceChain } from 'coldsign/wallet';

const url = 'https://esplora.example/api';
const source = createEsploraSource({ url, network: 'main', fetch });
console.log(createSourceChain(source).network); // main
