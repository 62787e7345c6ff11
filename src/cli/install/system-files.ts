/** A file that the installation writes. */
export interface SystemFile {
  path: string;
  mode: number;
  text: string;
  /** Belongs to the operator once it exists. */
  isKept?: boolean;
}

export interface Installation {
  /** Absolute path of Node.js. */
  node: string;
  /** Absolute path of `bin/proffer.js`. */
  program: string;
  domain: string | undefined;
  /** Number of backups. */
  keep: number;
}

export const UNITS = ['proffer.service', 'proffer-backup.timer'];
const DATA_DIR = '/var/lib/proffer';
const BACKUP_DIR = '/var/backups/proffer';
export const SETTINGS = '/etc/proffer/proffer.env';

/**
 * What every process of the service may do. `MemoryDenyWriteExecute` is missing because V8 compiles to machine code, and
 * `ProcSubset=pid` because Node.js reads the memory of the machine from /proc.
 */
const SANDBOX = `User=proffer
Group=proffer
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
LockPersonality=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources`;

const ENVIRONMENT = `Environment=NODE_ENV=production NODE_COMPILE_CACHE=/var/cache/proffer
Environment=DATA_DIR=${DATA_DIR} BACKUP_DIR=${BACKUP_DIR}
EnvironmentFile=${SETTINGS}
StateDirectory=proffer
StateDirectoryMode=0700
CacheDirectory=proffer`;

export function listSystemFiles(installation: Installation): SystemFile[] {
  const units = '/etc/systemd/system';
  return [
    { path: `${units}/proffer.service`, mode: 0o644, text: renderService(installation) },
    { path: `${units}/proffer-backup.service`, mode: 0o644, text: renderBackup(installation) },
    { path: `${units}/proffer-backup.timer`, mode: 0o644, text: TIMER },
    { path: '/etc/sysusers.d/proffer.conf', mode: 0o644, text: `u proffer - "Proffer" ${DATA_DIR}\n` },
    {
      path: '/etc/tmpfiles.d/proffer.conf',
      mode: 0o644,
      text: `d ${DATA_DIR} 0700 proffer proffer\nd ${BACKUP_DIR} 0700 proffer proffer\n`,
    },
    { path: '/usr/local/sbin/proffer-admin', mode: 0o755, text: renderAdmin(installation) },
    // Passwords will be in it; systemd reads it as root.
    { path: SETTINGS, mode: 0o600, text: renderSettings(installation), isKept: true },
  ];
}

function renderService({ node, program }: Installation): string {
  return `[Unit]
Description=Proffer, quotes and invoices
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${quote(node)} ${quote(program)} serve
${ENVIRONMENT}
Restart=always
RestartSec=1
# Longer than the 25 s within which a stop ends.
TimeoutStopSec=30
LimitNOFILE=65536
# Documents wait for memory instead (docs/documents.md); the system and its backups keep a quarter.
MemoryMax=75%
# Freed memory goes back to the system.
Environment=MALLOC_MMAP_THRESHOLD_=131072
${SANDBOX}
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK

[Install]
WantedBy=multi-user.target
`;
}

/** A copy of SQLite. PostgreSQL has tools of its own, and no file here. */
function renderBackup({ node, program, keep }: Installation): string {
  return `[Unit]
Description=Backup of Proffer
ConditionPathExists=${DATA_DIR}/proffer.db

[Service]
Type=oneshot
ExecStart=${quote(node)} ${quote(program)} backup --keep ${keep}
${ENVIRONMENT}
ReadWritePaths=${BACKUP_DIR}
Nice=10
${SANDBOX}
PrivateNetwork=yes
RestrictAddressFamilies=AF_UNIX
`;
}

/** More often than daily, so that the newest copy is always younger than a day. */
const TIMER = `[Unit]
Description=Backups of Proffer

[Timer]
OnCalendar=*-*-* 02,14:20:00
RandomizedDelaySec=10min
Persistent=yes

[Install]
WantedBy=timers.target
`;

function renderAdmin({ node, program }: Installation): string {
  return `#!/bin/sh
# Runs a command of Proffer as its user, with the settings of the service, such as: proffer-admin keys list
exec systemd-run --quiet --collect --pipe --wait --uid=proffer --gid=proffer \\
  --property=EnvironmentFile=${SETTINGS} --setenv=DATA_DIR=${DATA_DIR} --setenv=BACKUP_DIR=${BACKUP_DIR} \\
  '${node}' '${program}' "$@"
`;
}

function renderSettings({ domain }: Installation): string {
  const [mark, name] = domain === undefined ? ['#', 'quotes.example.com'] : ['', domain];
  return `# Settings of Proffer; docs/configuration.md has all of them. After a change: systemctl restart proffer
${mark}PUBLIC_URL=https://${name}
# Behind a reverse proxy, which replaces X-Forwarded-For.
${mark}TRUST_PROXY=on
#SMTP_URL=smtps://user:password@mail.example.com
#MAIL_FROM=quotes@example.com
`;
}

/** Quotes a path for a unit, where % and $ have a meaning. */
function quote(path: string): string {
  return `"${path.replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}
