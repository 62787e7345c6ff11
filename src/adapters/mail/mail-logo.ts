import type { Account } from '../../domain/account/account.ts';
import type { MailMessage } from '../../domain/mail/mail.ts';

export interface MailLogo {
  attachment: MailMessage['attachments'][number] & { cid: string };
  /** CSS pixels, scaled to the letterhead. */
  width: number;
  height: number;
}

const MAX_SIZE_PX = { width: 220, height: 52 };

/**
 * Returns the logo as an inline attachment, or `undefined` if mail clients cannot show it: many do not support SVG. The
 * account's name is shown instead.
 */
export function createMailLogo(account: Pick<Account, 'logo'>): MailLogo | undefined {
  const match = /^data:image\/(png|jpe?g);base64,(.+)$/s.exec(account.logo ?? '');
  if (!match?.[1] || !match[2]) return undefined;
  const content = Buffer.from(match[2], 'base64');
  const png = match[1] === 'png';
  const size = png ? readPngSize(content) : readJpegSize(content);
  if (!size || size.width === 0 || size.height === 0) return undefined;
  const scale = Math.min(MAX_SIZE_PX.width / size.width, MAX_SIZE_PX.height / size.height);
  return {
    attachment: {
      filename: png ? 'logo.png' : 'logo.jpg',
      contentType: png ? 'image/png' : 'image/jpeg',
      content,
      cid: 'logo@proffer',
    },
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

interface Size {
  width: number;
  height: number;
}

function readPngSize(image: Buffer): Size | undefined {
  if (image.length < 24 || image.toString('latin1', 1, 4) !== 'PNG') return undefined;
  return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
}

/** Walks the segments to the first start-of-frame marker, which holds the size. */
function readJpegSize(image: Buffer): Size | undefined {
  if (image.length < 4 || image.readUInt16BE(0) !== 0xffd8) return undefined;
  let offset = 2;
  while (offset + 9 <= image.length && image[offset] === 0xff) {
    const marker = image[offset + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: image.readUInt16BE(offset + 5), width: image.readUInt16BE(offset + 7) };
    offset += 2 + image.readUInt16BE(offset + 2);
  }
  return undefined;
}
