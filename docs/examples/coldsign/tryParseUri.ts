import { tryParseUri } from 'coldsign';

const request = tryParseUri('bitcoin:typo');
console.log('error' in request ? request.error.code : request.address); // INVALID_ADDRESS
