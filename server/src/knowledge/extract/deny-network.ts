import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Loaded before anything else in a process that reads files: whatever a parser may be talked into, it
 * reaches nobody. Every connection of this program goes through one of these.
 */
function deny(): never {
  throw Object.assign(new Error('This process has no network.'), { code: 'ERR_ACCESS_DENIED' });
}

net.Socket.prototype.connect = deny;
net.Server.prototype.listen = deny;
dgram.Socket.prototype.bind = deny;
dgram.Socket.prototype.send = deny;
dgram.Socket.prototype.connect = deny;
dns.lookup = Object.assign(deny, { __promisify__: dns.lookup.__promisify__ });
dns.promises.lookup = deny;
syncBuiltinESMExports();
