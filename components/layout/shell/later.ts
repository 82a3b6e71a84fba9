/** What the shell does only once its page has been there for a while, in one file. */
export { readyForPaper } from '../page/paper';
export { catchUp } from './other-tabs';
