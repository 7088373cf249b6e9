import { entropyOfRolls } from 'coldsign/seed';

const entropy = entropyOfRolls('123456', 'dice', 12, { fewer: true });
console.log('length' in entropy ? entropy.length : entropy); // 16
