import { isColdsignError, parseUri } from 'coldsign';

try {
  parseUri('bitcoin:typo');
} catch (error) {
  console.log(isColdsignError(error, 'INVALID_ADDRESS')); // true
}
