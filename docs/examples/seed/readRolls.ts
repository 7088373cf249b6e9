import { readRolls } from 'coldsign/seed';

console.log(readRolls('1, 2 3', 'dice')); // 123
