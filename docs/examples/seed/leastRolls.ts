import { leastRolls } from 'coldsign/seed';

console.log(leastRolls('dice', 12), leastRolls('dice', 24)); // 50 99
