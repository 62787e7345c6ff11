import type {
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** An app that knows nothing but the address of the service. */
export class RobotProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  clientMetadataUrl?: string;
  opened: URL | undefined;
  info: StoredOAuthClientInformation | undefined;
  held: StoredOAuthTokens | undefined;
  #verifier = '';
  constructor(redirectUrl: string, clientMetadataUrl?: string) {
    this.redirectUrl = redirectUrl;
    this.clientMetadata = { client_name: 'Robot', redirect_uris: [redirectUrl] };
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }
  state = () => 'state of the robot';
  clientInformation = () => this.info;
  tokens = () => this.held;
  codeVerifier = () => this.#verifier;
  saveClientInformation(info: StoredOAuthClientInformation): void {
    this.info = info;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.held = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  redirectToAuthorization(url: URL): void {
    this.opened = url;
  }
}
