/** Ports of all parts, which listen on loopback only. */
export interface Ports {
  etcd: number;
  etcdPeers: number;
  /** The port on which HAProxy routes to the primary. */
  primary: number;
  nodes: readonly NodePorts[];
}

export interface NodePorts {
  name: string;
  postgres: number;
  /** The port of Patroni's REST API. */
  rest: number;
}

export const SUPERUSER = 'postgres';
export const OWNER = 'proffer';

export function etcdArguments({ etcd, etcdPeers }: Ports, folder: string): string[] {
  const [clients, peers] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${etcdPeers}`];
  return [
    ...['--name', 'one', '--data-dir', folder],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
    ...['--initial-cluster', `one=${peers}`],
  ];
}

/** JSON is valid YAML. Strict synchronous mode acknowledges no commit without a standby that has it. */
export function patroniSettings(
  { etcd }: Ports,
  { name, postgres, rest }: NodePorts,
  paths: { folder: string; data: string; bin: string },
): string {
  const local = (port: number) => ({ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` });
  const account = (username: string) => ({ username, password: username });
  return JSON.stringify({
    scope: 'proffer',
    name,
    restapi: local(rest),
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        // A failed primary is replaced immediately, not awaited.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 100,
            wal_log_hints: 'on',
            hot_standby: 'on',
            shared_buffers: '64MB',
            wal_keep_size: '128MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
      users: { [OWNER]: { password: OWNER, options: ['createdb'] } },
    },
    postgresql: {
      ...local(postgres),
      data_dir: paths.data,
      bin_dir: paths.bin,
      pgpass: `${paths.folder}/${name}.pgpass`,
      authentication: {
        superuser: account(SUPERUSER),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      parameters: { unix_socket_directories: paths.folder },
    },
  });
}

/** Routes to the node that reports to be the primary, and closes connections to a former one. */
export function haproxySettings({ primary, nodes }: Ports): string {
  const servers = nodes.map(
    ({ name, postgres, rest }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`,
  );
  return `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${primary}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
