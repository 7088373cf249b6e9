import { createElectrumSource } from 'coldsign/wallet';

const transport = async () => {
  throw new Error('open a socket here');
};
console.log(createElectrumSource({ network: 'main', transport }).network); // main
