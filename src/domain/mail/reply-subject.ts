/** The abbreviations of "reply" that mail programs put before a subject. */
const PREFIX =
  /^(?:re|aw|antw|sv|vs|res|r|rif|ref|odp|ynt|atb|回复|回覆|答复|答覆|返信|회신|رد|השב|תשובה|ΑΠ|σχετ|відп)(?:\[\d{1,3}\])?\s?[:：]\s*/iu;
const MAX_PREFIXES = 10;

/** Returns the subject of an answer; `null` if the mail has none. Mail programs group mails whose subjects differ in "Re:" only. */
export function formatReplySubject(subject: string): string | null {
  let rest = subject.trim();
  for (let n = 0; n < MAX_PREFIXES && PREFIX.test(rest); n++) rest = rest.replace(PREFIX, '');
  return rest === '' ? null : `Re: ${rest}`;
}
