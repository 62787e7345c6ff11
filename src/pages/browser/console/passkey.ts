import { PASSKEY_ALGORITHMS, type PasskeyChallenge } from '../../../domain/people/passkey.ts';

/**
 * Fills forms with a passkey: the browser prompts the person and the response becomes the hidden field
 * `credential`. Without scripts or passkey support the forms stay hidden.
 */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  if (!window.isSecureContext || !('PublicKeyCredential' in window)) break;
  form.hidden = false;
  for (const hint of document.querySelectorAll<HTMLElement>('[data-passkey-missing]')) hint.hidden = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    fillIn(form).catch(() => complain(form));
  });
}

/**
 * Offers a passkey instead of a password. The other fields must be filled in first because they identify the
 * person. With `get`, an existing passkey replaces the current password.
 */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-passkey-instead]')) {
  const { form } = button;
  if (!form || !window.isSecureContext || !('PublicKeyCredential' in window)) break;
  button.hidden = false;
  button.addEventListener('click', () => {
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
    const isKnown = button.dataset.passkeyInstead === 'get';
    field(isKnown ? 'current' : 'password')?.removeAttribute('required');
    if (!form.reportValidity()) return;
    const options = JSON.parse(button.dataset.options ?? '{}') as PasskeyChallenge;
    const user = {
      id: options.user?.id ?? '',
      name: field('email')?.value ?? '',
      displayName: field('name')?.value ?? '',
    };
    const shown = isKnown ? use(options) : create({ ...options, user });
    shown.then((made) => submitWith(form, made)).catch(() => complain(form));
  });
}

function submitWith(form: HTMLFormElement, made: object): void {
  const field = form.elements.namedItem('credential');
  if (!(field instanceof HTMLInputElement)) return;
  field.value = JSON.stringify(made);
  form.submit();
}

async function fillIn(form: HTMLFormElement): Promise<void> {
  const options = JSON.parse(form.dataset.options ?? '{}') as PasskeyChallenge;
  const made = form.dataset.passkey === 'create' ? await create(options) : await use(options);
  submitWith(form, made);
}

async function create({ challenge, rpId, user, known = [] }: PasskeyChallenge): Promise<object> {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(challenge),
      rp: { id: rpId, name: 'Proffer' },
      user: { id: bytes(user?.id ?? ''), name: user?.name ?? '', displayName: user?.displayName ?? '' },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map((id) => ({ type: 'public-key', id: bytes(id) })),
    },
  });
  const { response, ...rest } = parts(made);
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error('no passkey');
  return {
    ...rest,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

async function use({ challenge, rpId, known = [] }: PasskeyChallenge): Promise<object> {
  const used = await navigator.credentials.get({
    publicKey: {
      challenge: bytes(challenge),
      rpId,
      userVerification: 'required',
      allowCredentials: known.map((id) => ({ type: 'public-key', id: bytes(id) })),
    },
  });
  const { response, ...rest } = parts(used);
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error('no passkey');
  return {
    ...rest,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      ...(response.userHandle && { userHandle: text(response.userHandle) }),
    },
  };
}

function parts(credential: Credential | null) {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey');
  const { id, type, response } = credential;
  return { id, rawId: id, type, response, clientExtensionResults: {} };
}

function complain(form: HTMLFormElement): void {
  const place = form.querySelector<HTMLElement>('[role="alert"]');
  if (!place) return;
  place.textContent = form.dataset.failed ?? place.dataset.text ?? '';
  place.hidden = false;
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
