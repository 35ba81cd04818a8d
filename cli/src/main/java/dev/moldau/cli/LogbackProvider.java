package dev.moldau.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LogbackServiceProvider;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logback, brought to life by {@link LogSetup} alone. Its own provider first looks for services and
 * versions in every jar of the class path, which takes 50 ms of a start. With {@code
 * -Dlogback.configurationFile} all is left to Logback.
 */
public final class LogbackProvider implements SLF4JServiceProvider {

    /** The system property by which SLF4J takes a provider without looking for one. */
    private static final String CHOSEN = "slf4j.provider";

    private static final String CONFIGURATION_FILE = "logback.configurationFile";

    private final LoggerContext context = new LoggerContext();
    private final MDCAdapter diagnostics = new LogbackMDCAdapter();
    private final IMarkerFactory markers = new BasicMarkerFactory();

    /** Made by SLF4J. */
    public LogbackProvider() {}

    /** Makes this the provider, unless the command line names one. Before the first logger. */
    static void choose() {
        if (System.getProperty(CHOSEN) == null) {
            boolean configured = System.getProperty(CONFIGURATION_FILE) != null;
            Class<?> provider = configured ? LogbackServiceProvider.class : LogbackProvider.class;
            System.setProperty(CHOSEN, provider.getName());
            // SLF4J would write to standard error that it takes what it was given.
            System.setProperty("slf4j.internal.verbosity", "WARN");
        }
    }

    @Override
    public void initialize() {
        context.setName("default");
        context.setMDCAdapter(diagnostics);
        LogSetup setup = new LogSetup();
        setup.setContext(context);
        setup.configure(context);
        context.start();
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return context;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return diagnostics;
    }

    @Override
    public String getRequestedApiVersion() {
        return LogbackServiceProvider.REQUESTED_API_VERSION;
    }
}
