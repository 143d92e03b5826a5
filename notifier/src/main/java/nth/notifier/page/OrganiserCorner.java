package nth.notifier.page;

/**
 * Where there is a bean of this type, the page shows the organiser's corner; whoever provides it
 * answers below {@code /organiser} and takes a person's name from the cookie {@code
 * nth-demo-person}.
 */
public final class OrganiserCorner {}
