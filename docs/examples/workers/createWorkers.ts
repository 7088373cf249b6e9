import { createWorkers } from 'coldsign/workers';

const workers = createWorkers({ threads: 2 });
await workers.close();
console.log('closed'); // closed
