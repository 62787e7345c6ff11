const NAME = 'proffer:sign-out';

/** Announces to all windows of this browser that a person signed out and discarded unsaved drafts. */
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
    // Otherwise this channel would also receive the broadcast of its own window.
    channel.close();
    run(false);
  });
}
