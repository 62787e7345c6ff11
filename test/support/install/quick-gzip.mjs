import zlib from 'node:zlib';

/**
 * npm uses maximum compression, which takes four seconds for the fonts; a package that is not published need not be
 * small.
 */
const { Gzip } = zlib;
zlib.Gzip = class extends Gzip {
  constructor(options) {
    super({ ...options, level: 0 });
  }
};
