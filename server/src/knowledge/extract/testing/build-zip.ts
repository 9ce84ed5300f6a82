import { crc32, deflateRawSync } from 'node:zlib';

/** A file to put into an archive. `symlink` marks it as a symbolic link. */
export interface ZipMember {
  name: string;
  content: Buffer | string;
  symlink?: boolean;
}

const SYMLINK_ATTRIBUTES = (0o120777 << 16) >>> 0;
const UNIX = 3 << 8;

/** A ZIP archive of deflated files, for tests. */
export function buildZip(members: readonly ZipMember[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, symlink = false } of members) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(symlink ? SYMLINK_ATTRIBUTES : 0, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(UNIX | 20);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, common, tail, Buffer.from(name)]),
    );
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]);
}

/** The archive with a field of every member overwritten, in both of its directories: a lie. */
export function editZip(archive: Buffer, lie: { flags?: number; inflatedBytes?: number }): Buffer {
  const edited = Buffer.from(archive);
  for (const [mark, first] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    for (let at = edited.indexOf(mark); at !== -1; at = edited.indexOf(mark, at + 4)) {
      if (lie.flags !== undefined) edited.writeUInt16LE(lie.flags, at + first);
      if (lie.inflatedBytes !== undefined) edited.writeUInt32LE(lie.inflatedBytes, at + first + 16);
    }
  }
  return edited;
}
