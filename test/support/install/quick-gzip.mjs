import zlib from 'node:zlib';

/** npm packs as small as it can, which takes four seconds for the fonts; a package that goes nowhere need not be small. */
const { Gzip } = zlib;
zlib.Gzip = class extends Gzip {
  constructor(options) {
    super({ ...options, level: 0 });
  }
};
