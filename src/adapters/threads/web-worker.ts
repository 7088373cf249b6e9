import { serveWorker } from './web.ts';

serveWorker();
