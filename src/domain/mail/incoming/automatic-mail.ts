import { findHeader, type Header, removeComments } from './message-headers.ts';

const AUTOMATIC_PRECEDENCES = ['auto_reply', 'bulk', 'junk', 'list'];

/** Whether no person wrote the mail: RFC 3834, and the headers that older programs use. */
export function isAutomatic(headers: readonly Header[]): boolean {
  const readKeyword = (name: string) => {
    const [keyword = ''] = removeComments(findHeader(headers, name) ?? '').split(';');
    return keyword.trim().toLowerCase();
  };
  return (
    !['', 'no'].includes(readKeyword('auto-submitted')) ||
    !['', 'no'].includes(readKeyword('x-autoreply')) ||
    findHeader(headers, 'x-autorespond') !== undefined ||
    AUTOMATIC_PRECEDENCES.includes(readKeyword('precedence')) ||
    readKeyword('return-path').replaceAll(' ', '') === '<>'
  );
}
