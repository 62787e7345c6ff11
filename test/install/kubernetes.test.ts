import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';

const FOLDER = 'deploy/kubernetes';
const KINDS = { ConfigMap, Deployment, Job, NetworkPolicy, PodDisruptionBudget, Secret, Service };

interface Manifest {
  kind: keyof typeof KINDS;
  // biome-ignore lint/suspicious/noExplicitAny: the models check what the files say
  [field: string]: any;
}

async function readManifests(): Promise<Manifest[]> {
  const files = await readdir(FOLDER);
  const texts = await Promise.all(files.map((file) => readFile(`${FOLDER}/${file}`, 'utf8')));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Manifest));
}

test('the manifests for Kubernetes are valid', async () => {
  const manifests = await readManifests();
  assert.deepEqual(new Set(manifests.map(({ kind }) => kind)), new Set(Object.keys(KINDS)));
  for (const manifest of manifests) new KINDS[manifest.kind](manifest as never).validate();
  const broken = structuredClone(manifests.find(({ kind }) => kind === 'Deployment'));
  if (broken) broken.spec.replicas = 'two';
  assert.throws(() => new Deployment(broken as never).validate(), /replicas/);
});

test('every container runs without privileges, on a read-only file system, with the variables of the service', async () => {
  const manifests = await readManifests();
  const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  assert.equal(workloads.length, 2);
  for (const { spec } of workloads) {
    const pod = spec.template.spec;
    assert.equal(pod.securityContext.runAsNonRoot, true);
    for (const { image, securityContext } of pod.containers) {
      assert.equal(securityContext.readOnlyRootFilesystem, true);
      assert.equal(securityContext.allowPrivilegeEscalation, false);
      assert.match(image, /^proffer:\d+\.\d+\.\d+(-dev)?$/);
    }
  }
  const configuration = await readFile('docs/configuration.md', 'utf8');
  for (const { data, stringData } of manifests) {
    for (const name of Object.keys({ ...data, ...stringData })) {
      assert.ok(configuration.includes(`\`${name}\``), `${name} is a setting of the service`);
    }
  }
});

test('the pods use the user, the port and the folders of the image, and one pod migrates', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const manifests = await readManifests();
  const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind)?.spec;
  const [deployment, job] = [find('Deployment'), find('Job')];
  for (const { securityContext } of [deployment.template.spec, job.template.spec]) {
    assert.equal(securityContext.runAsUser, 1000, 'the user `node` of the image');
  }
  assert.match(dockerfile, /^USER node$/m);
  const [container] = deployment.template.spec.containers;
  const port = container.ports.find(({ name }: { name: string }) => name === 'http').containerPort;
  assert.equal(/ PORT=(\d+)/.exec(dockerfile)?.[1], String(port));
  const mounted = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
  assert.deepEqual(new Set(mounted), new Set(['/tmp', /DATA_DIR=(\S+)/.exec(dockerfile)?.[1]]));
  assert.deepEqual([job.completions, job.parallelism], [1, 1]);
  assert.deepEqual(job.template.spec.containers[0].args, ['migrate']);
});

test('the service has time to stop, and its probes ask addresses that it serves', async () => {
  const manifests = await readManifests();
  const pod = manifests.find(({ kind }) => kind === 'Deployment')?.spec.template.spec;
  const [container] = pod.containers;
  const delay = Number(container.lifecycle.preStop.exec.command[1]);
  assert.ok(pod.terminationGracePeriodSeconds >= delay + 25);
  assert.equal(container.readinessProbe.httpGet.path, '/readyz');
  assert.equal(container.livenessProbe.httpGet.path, '/healthz');
});

test('every port of the service is open to one namespace only', async () => {
  const manifests = await readManifests();
  const { selector, template } = manifests.find(({ kind }) => kind === 'Deployment')?.spec ?? {};
  const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy')?.spec;
  assert.deepEqual(policy.podSelector, selector);
  assert.deepEqual(policy.policyTypes, ['Ingress']);
  const ports = template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
  assert.deepEqual(
    policy.ingress.flatMap((rule: Manifest) => rule.ports.map(({ port }: { port: string }) => port)),
    ports,
  );
  for (const { from } of policy.ingress) {
    assert.deepEqual(
      from.map((peer: Manifest) => Object.keys(peer.namespaceSelector.matchLabels)),
      [['kubernetes.io/metadata.name']],
    );
  }
});
