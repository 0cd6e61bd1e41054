package dev.clog.bench.commit;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.hsqldb.jdbc.JDBCDriver;

/** HSQLDB in its multi-version mode, a connection for each thread, with no delay between a commit and its force. */
final class HsqlPeer implements Peer {
    private final String url;
    private final Connection owner;

    HsqlPeer(Path folder) throws SQLException {
        url = "jdbc:hsqldb:file:" + folder.resolve("statuses") + ";hsqldb.tx=mvcc;hsqldb.write_delay=false";
        owner = connect();
        try (Statement statement = owner.createStatement()) {
            statement.execute("CREATE TABLE statuses (xid BIGINT PRIMARY KEY, code TINYINT)");
        }
        owner.commit();
    }

    private Connection connect() throws SQLException {
        Properties user = new Properties();
        user.setProperty("user", "SA");
        Connection connection = new JDBCDriver().connect(url, user); // DriverManager starts every driver that it finds
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public Session session() throws SQLException {
        Connection connection = connect();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO statuses VALUES (?, 1)");
        return new Session() {
            @Override
            public void commit(long xid) throws SQLException {
                insert.setLong(1, xid);
                insert.executeUpdate();
                connection.commit();
            }

            @Override
            public void close() throws SQLException {
                connection.close();
            }
        };
    }

    @Override
    public int status(long xid) throws SQLException {
        try (PreparedStatement select = owner.prepareStatement("SELECT code FROM statuses WHERE xid = ?")) {
            select.setLong(1, xid);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        try (Statement statement = owner.createStatement()) {
            statement.execute("SHUTDOWN");
        }
        owner.close();
    }
}
