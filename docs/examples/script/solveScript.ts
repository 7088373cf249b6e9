import { p2wpkhScript, solveScript } from 'coldsign/script';

console.log(solveScript(p2wpkhScript(new Uint8Array(20))).kind); // witness_v0_keyhash
