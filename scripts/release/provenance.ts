interface Build {
  subjects: { name: string; sha256: string }[];
  commit: string;
  tag: string;
  time: Date;
  node: string;
}

/**
 * Says from which commit and how the files were built, as an in-toto statement with SLSA provenance. It is not signed:
 * it describes the build, and whoever repeats the build can check it.
 */
export function createProvenance({ subjects, commit, tag, time, node }: Build) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:proffer:build:npm-run-release',
        externalParameters: { tag, command: 'npm run release' },
        internalParameters: { node },
        resolvedDependencies: [{ uri: `git:proffer@refs/tags/${tag}`, digest: { gitCommit: commit } }],
      },
      runDetails: {
        builder: { id: 'urn:proffer:builder:npm-run-release' },
        metadata: { startedOn: time.toISOString(), finishedOn: time.toISOString() },
      },
    },
  };
}
