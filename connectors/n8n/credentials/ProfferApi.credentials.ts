import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

export class ProfferApi implements ICredentialType {
  name = 'profferApi';
  displayName = 'Proffer API';
  icon: Icon = { light: 'file:../nodes/Proffer/proffer.svg', dark: 'file:../nodes/Proffer/proffer.dark.svg' };
  documentationUrl = 'https://proffer.example/docs/connectors';
  properties: INodeProperties[] = [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      placeholder: 'https://quotes.example.com',
      description: 'The address of your Proffer, without /api/v1',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'Create one in the console under Settings, API keys. The trigger needs a key that may write.',
      required: true,
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}/api/v1', url: '/account' },
  };
}
