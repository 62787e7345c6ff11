interface Build {
  subjects: { name: string; sha256: string }[];
  /** The commit that was released: that of the release itself also depends on who makes it. */
  commit: string;
  version: string;
  time: Date;
  tools: { node: string; npm: string };
}

/**
 * Says from which commit and how the files were built, as an in-toto statement with SLSA provenance. It is not signed:
 * it describes the build, and whoever repeats the build can check it.
 */
export function createProvenance({ subjects, commit, version, time, tools }: Build) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:proffer:build:npm-run-release',
        externalParameters: { version, command: `npm run release -- --version ${version}` },
        internalParameters: tools,
        resolvedDependencies: [{ uri: 'git:proffer', digest: { gitCommit: commit } }],
      },
      runDetails: {
        builder: { id: 'urn:proffer:builder:npm-run-release' },
        metadata: { startedOn: time.toISOString(), finishedOn: time.toISOString() },
      },
    },
  };
}
