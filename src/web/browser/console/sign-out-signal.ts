const NAME = 'proffer:sign-out';

/** Announces to all windows of this browser that a person signs out and gives up unsaved drafts. */
export function announceSignOut(userId: string): void {
  dispatchEvent(new CustomEvent(NAME, { detail: userId }));
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(userId);
  channel.close();
}

export function onSignOut(userId: string, run: (isElsewhere: boolean) => void): void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    if (data === userId) run(true);
  };
  addEventListener(NAME, (event) => {
    if ((event as CustomEvent).detail !== userId) return;
    // A channel hears its own window too.
    channel.close();
    run(false);
  });
}
